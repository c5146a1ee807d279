import { createContext } from 'react';

/** Whether nothing can be changed here: forms are then shown, and cannot be filled in or sent. */
export const ReadOnly = createContext(false);
