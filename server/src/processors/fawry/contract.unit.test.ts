import { describeGateway } from '../testing/contract-suite.ts';
import { fawry } from './index.ts';
import { startStandIn } from './stand-in.ts';

const rig = { adapter: fawry, startStandIn, forgetsRefusals: true, signsInText: true };

describeGateway('Fawry, at a kiosk', { ...rig, method: 4 });
describeGateway('Fawry, from a wallet', { ...rig, method: 3 });
