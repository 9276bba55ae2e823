import { openFakeFixture } from './testing/fake-fixture';
import { describeKubernetes } from './testing/kubernetes-conformance';

describeKubernetes('with autoscaling/v2', () => openFakeFixture());
describeKubernetes('with autoscaling/v1 only', () => openFakeFixture({ autoscaling: ['v1'] }));
