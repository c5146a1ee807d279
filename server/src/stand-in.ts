/** `npm run stand-in -- mpgs|fawry|paymob [--port=n] [--live]`: runs a stand-in and prints the account to connect to it. */
import { STAND_INS, startStandIn } from './processors/stand-ins.ts';

async function main(args: readonly string[]): Promise<void> {
  const [name = ''] = args;
  const port = args.map((arg) => /^--port=(\d{1,5})$/.exec(arg)?.[1]).find((found) => found !== undefined);
  if (!STAND_INS.includes(name)) {
    process.stderr.write(`Usage: npm run stand-in -- ${STAND_INS.join('|')} [--port=n] [--live]\n`);
    process.exitCode = 2;
    return;
  }
  const mode = args.includes('--live') ? 'live' : 'test';
  const standIn = await startStandIn(name, { mode, ...(port === undefined ? {} : { port: Number(port) }) });
  const { methods, currencies, baseUrl, credentials, notificationSecret } = standIn.settings;
  const account = {
    adapter: name,
    mode,
    scope: 'provider',
    methods,
    currencies,
    base_url: baseUrl,
    credentials,
    notification_secret: notificationSecret,
    priority: 100,
  };
  process.stdout.write(
    `The stand-in for ${name} runs at ${standIn.url}; Ctrl-C stops it. Connect it, while Daftar runs, by\n` +
      `npm run ops -- processor add <file.json>, with this file:\n${JSON.stringify(account, null, 2)}\n`,
  );
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
