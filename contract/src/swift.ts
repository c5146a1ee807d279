/** Whether all characters are of SWIFT's set X, which every bank takes. */
export const isSwiftText = (text: string): boolean => /^[A-Za-z0-9/?:().,'+ -]*$/.test(text);
