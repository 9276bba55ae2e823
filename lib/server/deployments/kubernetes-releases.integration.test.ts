import { openFakeFixture } from './testing/fake-fixture';
import { describeKubernetesReleases } from './testing/kubernetes-releases';

describeKubernetesReleases('rolling updates', () => openFakeFixture());
