// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import { catalogue } from '@/engine/actions';
import { MAX_RUN_FILE_BYTES } from '@/lib/contracts/run-file';
import { runFileOf } from '@/lib/contracts/testing/run-file';
import { RunBanner } from '../run-banner';
import { RunInspector } from '../run-inspector';
import { RunSummary } from '../run-summary';
import { RunFileChooser } from './run-file-chooser';
import { RunFileProvider } from './run-file-provider';

const fetched = vi.fn();

beforeAll(() => {
  // Browser functions that jsdom lacks.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollTo = () => {};
});
beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('choosing a run file', () => {
  function choose(file: File) {
    const onOpen = vi.fn();
    render(<RunFileChooser onOpen={onOpen} />);
    fireEvent.change(screen.getByLabelText('Run file', { selector: 'input' }), { target: { files: [file] } });
    return onOpen;
  }

  it('opens it', async () => {
    const file = runFileOf();
    const onOpen = choose(new File([JSON.stringify(file)], 'run.json'));
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith(file));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says why a file is refused', async () => {
    choose(new File(['{"steps": []}'], 'pipeline.json'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The file is not a run file. Choose a file from “Download run”.',
    );
  });

  it('does not read a file above the limit', async () => {
    const file = new File([], 'run.json');
    Object.defineProperty(file, 'size', { value: MAX_RUN_FILE_BYTES + 1 });
    const text = vi.spyOn(file, 'text');
    choose(file);
    expect((await screen.findByRole('alert')).textContent).toContain('larger than 50 MB');
    expect(text).not.toHaveBeenCalled();
  });
});

describe('the run of a file', () => {
  function show(file = runFileOf()) {
    render(
      <TooltipProvider>
        <ToastProvider>
          <RunFileProvider file={file} descriptors={catalogue.descriptors.all}>
            <RunBanner />
            <RunSummary />
            <RunInspector stepId="fetch" />
          </RunFileProvider>
        </ToastProvider>
      </TooltipProvider>,
    );
  }

  it('is shown with its steps, marked as from a file', () => {
    show();
    expect(screen.getByRole('region', { name: 'Run' }).textContent).toContain('From a file, exported');
    expect(screen.getByRole('region', { name: 'Run summary' }).textContent).toContain('Orders v2');
    expect(screen.getByRole('region', { name: 'Step details' }).textContent).toContain('fetch');
    expect(screen.getByRole('tree', { name: 'Output of fetch' })).toBeDefined();
    expect(screen.getByRole('region', { name: 'Logs' }).textContent).toContain('attempt 1');
  });

  it('has no commands and no links into this installation, and reads nothing from the server', () => {
    show();
    for (const name of [/Re-run/, /Pin/, /Cancel/, /Pause/, /Copy link/]) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.queryByRole('link')).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('says which values the file does not contain', () => {
    const file = runFileOf();
    const events = file.events.map((event) =>
      event.type === 'step_completed'
        ? { ...event, output: { ref: 'a'.repeat(64), bytes: 3_000_000, summary: 'object with 3 entries' } }
        : event,
    );
    show({ ...file, events });
    expect(screen.getByText(/, not in the file/).textContent).toContain('object with 3 entries');
    expect(screen.queryByRole('button', { name: /Load/ })).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
  });
});
