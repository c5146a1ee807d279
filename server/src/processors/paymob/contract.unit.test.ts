import { atStandIn } from '../../../tests/kit/processors/contract-rig.ts';
import { describeGateway } from '../../../tests/kit/processors/contract-suite.ts';
import { paymob } from './index.ts';
import { startStandIn } from './stand-in.ts';

const rig = (method: 1 | 3 | 4) => ({ ...atStandIn(paymob, startStandIn, method), signsInText: true });
describeGateway('Paymob, cards', rig(1));
describeGateway('Paymob, wallets', rig(3));
describeGateway('Paymob, kiosks', rig(4));
