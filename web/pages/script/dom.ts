/** Every element that matches a selector. */
export function all<E extends HTMLElement>(selector: string, root: ParentNode = document): E[] {
  return Array.from(root.querySelectorAll<E>(selector));
}
