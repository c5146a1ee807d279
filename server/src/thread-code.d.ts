/** A module and all that it imports as the text of one CommonJS script: the code of a thread (`server/vite.thread.ts`). */
declare module '*?thread' {
  const code: string;
  export default code;
}
