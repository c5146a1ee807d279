import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { DAFTAR_URL, DAFTAR_SECRET_KEY } = process.env;
const client = new Client({ name: 'my-assistant', version: '1.0.0' });
const headers = { Authorization: `Bearer ${DAFTAR_SECRET_KEY}` };
const address = new URL('/mcp', DAFTAR_URL);
await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));

const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).join(' '));

const found = await client.callTool({ name: 'paymentLinksList', arguments: { page_size: 5 } });
console.log(found.content[0].text);
await client.close();
