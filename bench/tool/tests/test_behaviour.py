import http.server
import json
import socket
import threading
import unittest
import unittest.mock
from typing import Any

from cairnbench import behaviour, workloads
from cairnbench import http as http_client
from cairnbench.children import Failed


class _Application(http.server.BaseHTTPRequestHandler):
    answer: Any = None

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        content = json.dumps(type(self).answer(body)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


def output(kb: int) -> dict[str, Any]:
    """The output that an application must give."""
    items = [{"id": i, "name": f"item-{i}", "category": "benchmark", "status": "ACTIVE", "description": "x" * 180}
             for i in range(kb * 4)]
    return {"taskOutput": {"items": items, "itemsCount": kb * 4, "targetSizeKb": kb}, "taskOutputSizeKb": kb,
            "status": "COMPLETED"}


class BehaviourTest(unittest.TestCase):
    def setUp(self) -> None:
        server = http.server.HTTPServer(("127.0.0.1", 0), _Application)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.url = f"http://127.0.0.1:{server.server_port}"

    def check(self, name: str, params: dict[str, Any], answer: Any) -> behaviour.Expected:
        _Application.answer = staticmethod(answer)
        return behaviour.check(self.url, workloads.named(name), params)

    def test_takes_a_right_answer(self) -> None:
        expected = self.check("order20", {}, lambda body: {**body, "status": "COMPLETED_20_STEPS"})
        self.assertEqual(expected.answer["status"], "COMPLETED_20_STEPS")

    def test_no_answer_is_told_as_such(self) -> None:
        def broken(_: Any) -> Any:
            raise BrokenPipeError("the application ended")

        with unittest.mock.patch("socketserver.BaseServer.handle_error"), self.assertRaisesRegex(Failed, "order20 gave no answer"):
            self.check("order20", {}, broken)

    def test_asks_this_machine_whatever_proxy_there_is_for_others(self) -> None:
        with unittest.mock.patch.dict("os.environ", {"http_proxy": "http://127.0.0.1:9", "no_proxy": ""}), \
                unittest.mock.patch("urllib.request._opener", None):
            self.assertTrue(self.check("order20", {}, lambda body: {**body, "status": "COMPLETED_20_STEPS"}).answer)

    def test_an_answer_that_is_cut_off_is_none(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            def answer() -> None:
                connection, _ = server.accept()
                with connection:
                    connection.recv(65536)
                    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")

            threading.Thread(target=answer, daemon=True).start()
            with self.assertRaisesRegex(OSError, "did not answer to the end"):
                http_client.get_json(f"http://127.0.0.1:{server.getsockname()[1]}")

    def test_refuses_any_other_answer(self) -> None:
        for wrong in (lambda body: {**body, "status": "COMPLETED_50_STEPS"}, lambda body: body,
                      lambda body: {**body, "orderId": "other", "status": "COMPLETED_20_STEPS"},
                      lambda body: {**body, "status": "COMPLETED_20_STEPS", "more": 1}):
            with self.assertRaises(Failed):
                self.check("order20", {}, wrong)

    def test_looks_at_the_whole_of_a_large_answer(self) -> None:
        expected = self.check("output", {"size_mb": 0.1}, lambda body: output(body["prebuiltSizeKb"]))
        self.assertEqual(expected.size, len(json.dumps(output(100))))

        def spoiled(_: Any) -> Any:
            found = output(100)
            found["taskOutput"]["items"][217]["description"] = "y" * 180
            return found

        with self.assertRaisesRegex(Failed, "item 217"):
            self.check("output", {"size_mb": 0.1}, spoiled)
