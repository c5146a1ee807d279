/** Every element that carries a data attribute. */
export function all<E extends HTMLElement>(selector: string, root: ParentNode = document): E[] {
  return Array.from(root.querySelectorAll<E>(selector));
}
