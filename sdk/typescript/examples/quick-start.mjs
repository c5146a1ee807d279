import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Daftar, verifyWebhook } from '@daftar/sdk';

const { DAFTAR_URL, DAFTAR_SECRET_KEY, DAFTAR_WEBHOOK_SECRET, PORT } = process.env;
const daftar = new Daftar(DAFTAR_SECRET_KEY, { baseUrl: DAFTAR_URL });

createServer(async (request, response) => {
  const event = await verifyWebhook(await text(request), request.headers, DAFTAR_WEBHOOK_SECRET);
  console.log('told:', event.type);
  response.end();
}).listen(PORT);

const order = {
  invoice_name: 'Order 1042',
  currency_id: 1,
  amount: '450.00',
  due_date: '2027-12-31T21:59:00Z',
};
const { id, link } = await daftar.paymentLinks.create({ ...order, language: 2 });
console.log('send to the customer:', link);

const { reference } = await daftar.paymentLinks.details(id);
const payment = await daftar.simulator.payment({ scenario: 'payment-succeeded', link: reference });
console.log('paid:', payment.reference);

const refund = await daftar.refunds.create(payment.id, { amount: '120.50', reason: 'One shirt came back' });
console.log('refunded:', refund.amount);
