import { atStandIn } from '../../../tests/kit/processors/contract-rig.ts';
import { describeGateway } from '../../../tests/kit/processors/contract-suite.ts';
import { fawry } from './index.ts';
import { startStandIn } from './stand-in.ts';

const rig = (method: 3 | 4) => ({
  ...atStandIn(fawry, startStandIn, method),
  forgetsRefusals: true,
  signsInText: true,
});
describeGateway('Fawry, at a kiosk', rig(4));
describeGateway('Fawry, from a wallet', rig(3));
