import { connect } from 'node:net';

/** Says whether a file carries something known to be harmful. */
export type Scan = (content: Buffer) => Promise<'clean' | 'infected'>;

/** No answer, or none that can be read: the file is neither taken nor called harmful. */
export class ScannerAway extends Error {}

const TIMEOUT_MILLISECONDS = 15_000;
/** clamd ends the connection at longer replies than any it has. */
const REPLY_MAXIMUM = 4_096;

/** Asks a clamd by its INSTREAM command. @throws ScannerAway */
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
