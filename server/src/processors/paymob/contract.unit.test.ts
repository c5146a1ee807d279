import { describeGateway } from '../testing/contract-suite.ts';
import { paymob } from './index.ts';
import { startStandIn } from './stand-in.ts';

const rig = { adapter: paymob, startStandIn, signsInText: true };
describeGateway('Paymob, cards', { ...rig, method: 1 });
describeGateway('Paymob, wallets', { ...rig, method: 3 });
describeGateway('Paymob, kiosks', { ...rig, method: 4 });
