export const teamPath = '/users-and-roles';
