import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { Spinner } from '@/components/ui/spinner';
import styles from './loading.module.css';

/** Shown while a pipeline is loaded. */
export default function PipelineLoading() {
  return (
    <AppShell
      layout="canvas"
      top={<TopBar crumbs={[{ label: 'Pipelines', href: '/pipelines' }, { label: '…' }]} />}
    >
      <div className={styles.loading}>
        <Spinner label="Loading the pipeline" />
      </div>
    </AppShell>
  );
}
