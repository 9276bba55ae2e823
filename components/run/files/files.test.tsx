// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useLens } from '@/components/run-state/run-context';
import { TestLens } from '@/components/run-state/testing/lens';
import { created, journal } from '@/components/run-state/testing/run-events';
import type { Json } from '@/engine';
import type { RunFile } from '@/lib/contracts/files';
import { FileChips } from './file-line';
import { RunFiles } from './run-files';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const sha256 = 'a'.repeat(64);
const stored = {
  path: `files/${sha256}`,
  name: 'report.pdf',
  content_type: 'application/pdf',
  size: 2100,
  sha256,
};
const listed: RunFile = {
  id: 'file_1',
  step: 'fetch',
  iteration: [2],
  attempt: 2,
  name: 'report.pdf',
  contentType: 'application/pdf',
  size: 2100,
  sha256,
  createdAt: '2026-11-20T14:02:15.000Z',
  expiredAt: null,
};
const document = { steps: [{ id: 'fetch', name: 'Fetch it', action: 'http_request', params: {} }] };

function answer(files: readonly RunFile[]) {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ files, next: null })),
  );
}

function Focus() {
  const { focus } = useLens();
  return <output>{`${focus.step} ${focus.iteration.join('.')}`}</output>;
}

function showList() {
  return render(
    <TestLens events={journal([0, created])} document={document}>
      <RunFiles />
      <Focus />
    </TestLens>,
  );
}

function showValue(value: Json) {
  return render(
    <TestLens events={journal([0, created])} document={document}>
      <FileChips value={value} label="Output of fetch" />
    </TestLens>,
  );
}

describe('the files of a run', () => {
  it('are listed with the step that created each, and can be downloaded', async () => {
    answer([listed]);
    showList();
    const list = await screen.findByRole('list', { name: 'Files of this run' });
    expect(list.textContent).toMatch(/report\.pdf.*Fetch it\[2\].*attempt 2.*application\/pdf.*2\.1 kB/);
    const link = within(list).getByRole('link', { name: 'Download report.pdf' });
    expect(link.getAttribute('href')).toBe('/api/v1/runs/run_1/files/file_1');
    fireEvent.click(within(list).getByRole('button', { name: 'Fetch it[2]' }));
    expect(screen.getByText('fetch 2')).toBeTruthy();
  });

  it('say when there are none, and when one has expired', async () => {
    answer([]);
    const { unmount } = showList();
    expect(await screen.findByText('none yet')).toBeTruthy();
    unmount();
    answer([{ ...listed, expiredAt: '2026-12-20T00:00:00.000Z' }]);
    showList();
    expect(await screen.findByText(/expired/)).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the files in a value', () => {
  it('can be downloaded', async () => {
    answer([listed]);
    showValue({ status: 200, file: stored });
    const list = screen.getByRole('list', { name: 'Files in Output of fetch' });
    const link = within(list).getByRole('link', { name: 'Download report.pdf' });
    expect(link.getAttribute('href')).toBe(`/api/v1/runs/run_1/files/${sha256}`);
  });

  it('cannot be downloaded when another run created them, or when they have expired', async () => {
    answer([]);
    const { unmount } = showValue([stored]);
    expect(await screen.findByText('not from this run')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    unmount();
    answer([{ ...listed, expiredAt: '2026-12-20T00:00:00.000Z' }]);
    showValue([stored]);
    expect(await screen.findByText(/expired/)).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('are requested only when there are some', () => {
    answer([]);
    const { container } = showValue({ message: 'none' });
    expect(container.textContent).toBe('');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('the preview of a file', () => {
  const page = { ...stored, name: 'page.html', content_type: 'text/html' };

  function serveFile(text: string) {
    vi.stubGlobal(
      'fetch',
      vi.fn(async (address: string) =>
        address.includes(sha256) ? new Response(text) : Response.json({ files: [listed], next: null }),
      ),
    );
  }

  it('shows a page without any permission', async () => {
    serveFile('<p>Hi</p><script>parent.ran = 1</script>');
    showValue(page);
    const button = screen.getByRole('button', { name: 'Preview page.html' });
    fireEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    const frame = await screen.findByTitle('Preview of page.html');
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('srcdoc')).toContain("default-src 'none'");
    fireEvent.click(button);
    expect(screen.queryByTitle('Preview of page.html')).toBeNull();
  });

  it('draws an SVG as an image, whatever else it is', async () => {
    serveFile('<svg onload="alert(1)"></svg>');
    showValue({ ...stored, name: 'a.svg', content_type: 'image/svg+xml' });
    fireEvent.click(screen.getByRole('button', { name: 'Preview a.svg' }));
    const image = await screen.findByRole('img', { name: 'Preview of a.svg' });
    expect(image.getAttribute('src')).toMatch(/^data:image\/svg/);
  });

  it('draws an image, and offers none for other files', () => {
    answer([listed]);
    const { unmount } = showValue({ ...stored, name: 'a.png', content_type: 'image/png' });
    fireEvent.click(screen.getByRole('button', { name: 'Preview a.png' }));
    expect(screen.getByRole('img', { name: 'Preview of a.png' }).getAttribute('src')).toBe(
      `/api/v1/runs/run_1/files/${sha256}`,
    );
    unmount();
    showValue({ ...stored, name: 'a.zip', content_type: 'application/zip' });
    expect(screen.queryByRole('button', { name: /Preview/ })).toBeNull();
  });

  it('shows a PDF file in the viewer of the browser, or says that there is none', () => {
    answer([listed]);
    showValue(stored);
    const button = screen.getByRole('button', { name: 'Preview report.pdf' });
    fireEvent.click(button);
    expect(screen.getByTitle('Preview of report.pdf').getAttribute('src')).toBe(
      `/api/v1/runs/run_1/files/${sha256}?view=1`,
    );
    fireEvent.click(button);
    vi.stubGlobal('navigator', { pdfViewerEnabled: false });
    fireEvent.click(button);
    expect(screen.queryByTitle('Preview of report.pdf')).toBeNull();
    expect(screen.getByText(/Download the file to read it/)).toBeTruthy();
  });
});
