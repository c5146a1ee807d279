export { notify } from '../../ui/notify.tsx';
