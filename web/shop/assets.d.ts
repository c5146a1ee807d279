declare module 'virtual:shop-script' {
  /** The bundled and minified script of a page that asks for a proof of work. */
  const script: string;
  export default script;
}
