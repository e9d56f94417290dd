"""Drives a Chromium without a window through its protocol, over two pipes: messages are JSON, each
with a zero byte behind it."""
import json
import os
import select
import subprocess

PATIENCE = 120  # seconds without a word from the browser


class Chromium:
    def __init__(self, folder):
        """folder: a scratch folder for the browser's profile."""
        read_here, self.write_there = os.pipe()
        self.read_there, write_here = os.pipe()

        def connect():  # the browser reads from descriptor 3 and writes to 4
            there = os.dup(read_here), os.dup(write_here)
            os.dup2(there[0], 3)
            os.dup2(there[1], 4)

        self.log = open(os.path.join(folder, "log"), "w+b")
        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--remote-debugging-pipe",
             "--user-data-dir=" + os.path.join(folder, "profile"), "about:blank"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, close_fds=False,
            preexec_fn=connect)
        os.close(read_here)
        os.close(write_here)
        self.rest, self.number, self.events = b"", 0, []
        self.session = None
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Network":
            self.call(domain + ".enable")

    def receive(self):
        while b"\0" not in self.rest:
            if not select.select([self.read_there], [], [], PATIENCE)[0]:
                raise RuntimeError(f"Chromium has said nothing for {PATIENCE} s")
            piece = os.read(self.read_there, 1 << 20)
            if not piece:
                self.log.seek(0)
                raise RuntimeError("Chromium ended: " + self.log.read().decode()[-2000:])
            self.rest += piece
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        text = json.dumps(message).encode() + b"\0"
        while text:
            text = text[os.write(self.write_there, text):]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url):
        """Loads a page and returns what happened meanwhile."""
        self.events = []
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())
        return self.events

    def look(self, width, theme):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": theme}])

    def evaluate(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script[:60]}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def close(self):
        self.call("Browser.close")
        self.process.wait(30)
        self.log.close()
        os.close(self.read_there)
        os.close(self.write_there)
