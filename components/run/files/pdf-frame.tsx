'use client';

import { Notice } from '@/components/ui/notice';
import styles from './files.module.css';

export interface PdfFrameProps {
  name: string;
  /** Where it is downloaded. */
  address: string;
}

/**
 * A PDF file in the viewer of the browser, which is not part of this page: scripts of the file cannot reach it. The server
 * sends nothing else to a frame.
 */
export function PdfFrame({ name, address }: PdfFrameProps) {
  // Absent in browsers that do not say whether they have a viewer.
  if (navigator.pdfViewerEnabled === false)
    return (
      <Notice status="pending" icon="info" title="This browser does not show PDF files.">
        Download the file to read it.
      </Notice>
    );
  return <iframe className={styles.pdf} src={`${address}?view=1`} title={`Preview of ${name}`} />;
}
