export const profilePath = '/profile-setting';
