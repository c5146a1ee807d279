import { atStandIn } from '../testing/contract-rig.ts';
import { describeGateway } from '../testing/contract-suite.ts';
import { mpgs } from './index.ts';
import { startStandIn } from './stand-in.ts';

describeGateway('Mastercard Gateway', atStandIn(mpgs, startStandIn, 1));
