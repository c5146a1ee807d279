import { describeGateway } from '../testing/contract-suite.ts';
import { mpgs } from './index.ts';
import { startStandIn } from './stand-in.ts';

describeGateway('Mastercard Gateway', { adapter: mpgs, method: 1, startStandIn });
