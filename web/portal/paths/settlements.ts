export const settlementsPath = '/settlements';
