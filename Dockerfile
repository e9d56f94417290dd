# konig's programs on Debian, without CUDA: docker build -t konig . && docker run --rm konig csr --help
FROM debian:12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ gcc libc6-dev libdeflate-dev libexpat1-dev libgmp-dev \
    libgraphviz-dev libhwy-dev liblemon-dev libosmium2-dev libpng-dev libzstd-dev meson ninja-build pkg-config scdoc
COPY . /konig
WORKDIR /konig
RUN meson setup /build --prefix=/usr -Dcuda=disabled -Dmpi=disabled -Dtests=disabled -Dbench=disabled \
    && meson install -C /build --destdir /installed

FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends libbz2-1.0 libdeflate0 libexpat1 libgmp10 libgomp1 libgvc6 libhwy1 libpng16-16 \
    libstdc++6 libzstd1 zlib1g && rm -rf /var/lib/apt/lists/*
COPY --from=build /installed /
WORKDIR /data
RUN printf '0 1\n1 0\n' | euler-find --picture /tmp/try.svg - && rm /tmp/try.svg
