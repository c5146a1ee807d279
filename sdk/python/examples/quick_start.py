import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from daftar import Daftar, verify_webhook

daftar = Daftar(os.environ["DAFTAR_SECRET_KEY"], os.environ["DAFTAR_URL"])


class Webhooks(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        event = verify_webhook(body, self.headers, os.environ["DAFTAR_WEBHOOK_SECRET"])
        print("told:", event["type"], flush=True)
        self.send_response(204)
        self.end_headers()


Thread(target=HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Webhooks).serve_forever).start()
order = {"invoice_name": "Order 1042", "currency_id": 1, "amount": "450.00", "due_date": "2027-12-31T21:59:00Z"}
made = daftar.payment_links.create({**order, "language": 2})
print("send to the customer:", made["link"])

link = daftar.payment_links.details(made["id"])
payment = daftar.simulator.payment({"scenario": "payment-succeeded", "link": link["reference"]})
print("paid:", payment["reference"])
refund = daftar.refunds.create(payment["id"], {"amount": "120.50", "reason": "One shirt came back"})
print("refunded:", refund["amount"], flush=True)
