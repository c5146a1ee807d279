const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML does not allow, even escaped: one of them makes a feed, a site map or a workbook unreadable. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot carry is what is looked for.
const UNSPEAKABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Removes characters that XML does not allow. */
export const speakable = (text: string): string => text.replace(UNSPEAKABLE, '');

/** Escapes text for HTML or XML, in content and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return speakable(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
