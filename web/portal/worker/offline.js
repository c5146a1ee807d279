// Runs in the page that is shown without a connection; nothing else of the portal is there.
const root = document.documentElement;
const chosen = (() => {
  try {
    return localStorage.getItem('locale');
  } catch {
    return null;
  }
})();
const isArabic = chosen ? chosen === 'ar' : navigator.language.startsWith('ar');
root.lang = isArabic ? 'ar' : 'en';
root.dir = isArabic ? 'rtl' : 'ltr';
document.title = document.querySelector(`div[lang="${root.lang}"] h1`).textContent;

const again = () => location.reload();
for (const button of document.querySelectorAll('button')) button.addEventListener('click', again);
addEventListener('online', again);
// A phone may be online, and the way to us broken: asked quietly, so that the page does not flicker.
setInterval(() => {
  fetch(location.href, { method: 'HEAD' }).then(
    (answer) => answer.ok && again(),
    () => undefined,
  );
}, 10_000);
