/**
 * The protocol, by its official library; loaded when the first program connects, because most installations never
 * need it.
 */
import { API_VERSION } from '../docs/openapi.ts';
import type { Caller } from '../platform/context.ts';
import { AppError } from '../platform/http/errors.ts';
import { errorBodyOf } from '../platform/http/reply.ts';
import { translate } from '../platform/i18n/translate.ts';
import { type ApiReply, type ApiRequest, requestOf, resultOf } from './call.ts';
import { allTools, toolsFor } from './tools.ts';

/** One message of a program, and its answer. */
export interface Exchange {
  caller: Caller;
  /** The product's origin. */
  origin: string;
  requestId: string;
  headers: Readonly<Record<string, string>>;
  message: unknown;
  /** Sends a request to the API, on behalf of the message's sender. */
  send(request: ApiRequest): Promise<ApiReply>;
}

const libraries = () =>
  Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);

/** We send programs no requests, so there are no answers to validate. */
const noChecks = {
  getValidator(): never {
    throw new Error('This server asks nothing');
  },
};

/** Answers one message. No state is kept, because the next one may go to another process. */
export async function answer({
  caller,
  origin,
  requestId,
  headers,
  message,
  send,
}: Exchange): Promise<Response> {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await libraries();
  const { locale, mode } = caller;
  const said = (key: string) => translate(locale, `mcp.${key}`);
  const server = new Server(
    { name: 'daftar', title: said('title'), version: API_VERSION },
    {
      capabilities: { tools: {} },
      instructions: `${said(`mode.${mode}`)}\n${said('instructions')}`,
      jsonSchemaValidator: noChecks,
    },
  );
  server.setRequestHandler(types.ListToolsRequestSchema, async () => ({
    tools: toolsFor(caller, origin).map(({ tool }) => tool),
  }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => {
    const tool = allTools(locale, origin).find((each) => each.tool.name === params.name);
    if (!tool) throw new types.McpError(types.ErrorCode.InvalidParams, said('noTool'));
    try {
      return resultOf(locale, await send(requestOf(caller, tool, params.arguments ?? {})));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const body = JSON.stringify(errorBodyOf(error, locale, requestId, origin));
      return resultOf(locale, { status: error.status, headers: {}, body });
    }
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const request = new Request(`${origin}/mcp`, { method: 'POST', headers });
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}
