'use client';

import { useQuery } from '@tanstack/react-query';
import { RawText } from '@/components/json-tree/raw-text';
import { kindOfText, type TextKind } from '@/components/output-view/text/text-kind';
import { TextPreview } from '@/components/output-view/text/text-preview';
import { Spinner } from '@/components/ui/spinner';
import { essenceOf } from '@/engine/media-types';
import styles from './files.module.css';
import { PdfFrame } from './pdf-frame';
import type { PreviewKind } from './preview-kind';

export interface FilePreviewProps {
  name: string;
  contentType: string;
  /** Where it is downloaded. */
  address: string;
  kind: PreviewKind;
}

/** The content of a file as what it is. Nothing in it can run: pages are isolated, and images are only drawn. */
export function FilePreview({ name, contentType, address, kind }: FilePreviewProps) {
  switch (kind) {
    case 'image':
      // biome-ignore lint/performance/noImgElement: a file of a run has no known size and no optimiser.
      return <img className={styles.image} src={address} alt={`Preview of ${name}`} />;
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: a file of a run has no captions.
      return <audio className={styles.media} src={address} controls aria-label={`Preview of ${name}`} />;
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: a file of a run has no captions.
      return <video className={styles.media} src={address} controls aria-label={`Preview of ${name}`} />;
    case 'pdf':
      return <PdfFrame name={name} address={address} />;
    case 'text':
      return <TextFile name={name} contentType={contentType} address={address} />;
  }
}

function TextFile({ name, contentType, address }: Omit<FilePreviewProps, 'kind'>) {
  const { data, error } = useQuery({
    queryKey: ['file', address],
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { signal });
      if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
      return response.text();
    },
  });
  if (error) return <p role="alert">The file could not be loaded. {error.message}</p>;
  if (data === undefined) return <Spinner label="Loading the file" />;
  const kind = textKind(contentType, data);
  if (kind === 'plain') return <RawText text={data} label={name} />;
  return <TextPreview text={data} kind={kind} label={name} fileName={`${name}.csv`} />;
}

const KINDS: ReadonlyMap<string, TextKind> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/markdown', 'markdown'],
  ['text/csv', 'csv'],
  ['image/svg+xml', 'svg'],
]);

/** The stated type decides; the content, where the type says only that it is text. */
function textKind(contentType: string, text: string): TextKind {
  return KINDS.get(essenceOf(contentType)) ?? kindOfText(text);
}
