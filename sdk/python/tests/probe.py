import json, os
from daftar import Daftar, DaftarError, verify_result, verify_webhook
url, key = os.environ["DAFTAR_URL"], os.environ["DAFTAR_SECRET_KEY"]
daftar = Daftar(key, url)
seen = {}
def failed(work):
    try:
        work()
    except DaftarError as error:
        return [type(error).__name__, error.status, error.param]
seen["invalid"] = failed(lambda: daftar.payment_links.create({"invoice_name": "", "currency_id": 1, "amount": 1, "language": 2}))
seen["missing"] = failed(lambda: daftar.transactions.details(987654321))
seen["stranger"] = failed(lambda: Daftar("sk_test_nobody", url).transactions.list())
seen["silent"] = failed(lambda: Daftar(key, "http://127.0.0.1:1", max_retries=1).transactions.list())
body = {"invoice_name": "Once", "currency_id": 1, "amount": 1, "due_date": "2027-12-31T21:59:00Z", "language": 2}
one, two = (daftar.payment_links.create(body, idempotency_key="py-1") for _ in range(2))
seen["once"] = one["id"] == two["id"]
rows = [row["id"] for row in daftar.payment_links.list_all(limit=2, sort_by="id")]
seen["rows"] = [len(rows), len(set(rows))]
seen["file"] = len(daftar.transactions.export_csv()) > 0
paid = daftar.transactions.list(expand=["customer", "refunds"])
link = daftar.payment_links.details(one["id"], expand=["transactions"])
seen["expanded"] = [isinstance(paid.data, list), link["expanded"]]
vector = json.loads(os.environ["VECTOR"])
raw, headers, secret, now = (vector[name] for name in ("body", "headers", "secret", "now"))
seen["verified"] = verify_webhook(raw, headers, secret, now)["type"]
seen["forged"] = failed(lambda: verify_webhook(raw + " ", headers, secret, now))[0]
seen["old"] = failed(lambda: verify_webhook(raw, headers, secret, now + 301))[0]
seen["back"] = verify_result(vector["back"], secret)
seen["changed"] = failed(lambda: verify_result(vector["back"].replace("failed", "succeeded"), secret))[0]
print(json.dumps(seen))
