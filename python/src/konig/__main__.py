"""`python -m konig` prints the version and what it was built with."""
import konig

print('konig', konig.__version__)
for name, value in konig.build_info().items():
    print(f'{name}: {value}')
