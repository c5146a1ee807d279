import { atStandIn } from '../../../tests/kit/processors/contract-rig.ts';
import { describeGateway } from '../../../tests/kit/processors/contract-suite.ts';
import { mpgs } from './index.ts';
import { startStandIn } from './stand-in.ts';

describeGateway('Mastercard Gateway', atStandIn(mpgs, startStandIn, 1));
