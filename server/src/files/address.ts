/** Returns the path of a public picture; `?size=small` returns the small one. */
export const publicAddress = (token: string) => `/media/${token}`;
