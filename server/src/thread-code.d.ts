/** A module with all its imports as one CommonJS script: the code of a thread (`server/vite.thread.ts`). */
declare module '*?thread' {
  const code: string;
  export default code;
}
