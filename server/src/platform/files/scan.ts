import { connect } from 'node:net';

/** Scans a file for malware. */
export type Scan = (content: Buffer) => Promise<'clean' | 'infected'>;

/** The scanner gave no readable answer; the file is neither accepted nor reported as infected. */
export class ScannerAway extends Error {}

const TIMEOUT_MILLISECONDS = 15_000;
/** Longer than any reply of clamd. */
const REPLY_MAXIMUM = 4_096;

/** Scans with clamd's INSTREAM command. @throws ScannerAway */
export function clamdScan(place: { host: string; port: number }): Scan {
  return (content) =>
    new Promise((resolve, reject) => {
      const socket = connect(place);
      let reply = '';
      const fail = (why: string) => {
        socket.destroy();
        reject(new ScannerAway(why));
      };
      socket.setTimeout(TIMEOUT_MILLISECONDS, () => fail('no answer in time'));
      socket.on('error', (error) => fail(error.message));
      socket.on('connect', () => {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(content.length);
        socket.write('zINSTREAM\0');
        socket.write(length);
        socket.write(content);
        socket.write(Buffer.alloc(4));
      });
      socket.on('data', (bytes) => {
        reply += bytes.toString('utf8');
        if (reply.length > REPLY_MAXIMUM) fail('an answer without end');
      });
      socket.on('close', () => {
        if (/ OK\0?$/.test(reply)) resolve('clean');
        else if (/ FOUND\0?$/.test(reply)) resolve('infected');
        else reject(new ScannerAway(reply || 'no answer'));
      });
    });
}
