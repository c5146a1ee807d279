import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from daftar import Daftar, SignatureError, verify_webhook

daftar = Daftar(os.environ["DAFTAR_SECRET_KEY"], os.environ["DAFTAR_URL"])
os.makedirs("inbox", exist_ok=True)


class Webhooks(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = verify_webhook(body, self.headers, os.environ["DAFTAR_WEBHOOK_SECRET"])
            with open(f"inbox/{self.headers['webhook-id']}.json", "xb") as kept:  # in a database: a row with this key
                kept.write(body)
        except (SignatureError, FileExistsError) as error:
            self.send_response(400 if isinstance(error, SignatureError) else 204)
            return self.end_headers()
        self.send_response(204)
        self.end_headers()
        if event["type"] == "payment.succeeded":
            # What holds now, not what held when the message was written.
            payment = daftar.transactions.details(event["data"]["id"])
            if payment["status"] == 1:
                print("hand over order", payment["source"]["merchant_reference"], flush=True)


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Webhooks).serve_forever()
