/** The purpose of an upload. A form accepts only files of its own purpose. */
export type Purpose = 'document' | 'logo' | 'cover' | 'avatar' | 'ticket' | 'product' | 'evidence' | 'paper';
