'use client';

import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Dialog, type DialogProps } from '../ui/dialog';
import { Notice } from '../ui/notice';
import styles from './form-dialog.module.css';
import type { DialogForm } from './use-dialog-form';

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size'> {
  form: DialogForm<object>;
  /** A verb: `Add model`. */
  submitLabel: string;
  /** What is lost when the form is discarded: `The model has not been added.` */
  discardText: string;
  /** More buttons, at the left. */
  buttons?: ReactNode;
  children: ReactNode;
  /** Below the problems of the form. */
  result?: ReactNode;
}

/** A dialog with a form of `useDialogForm`. It asks before typed values are discarded. */
export function FormDialog({
  form,
  submitLabel,
  discardText,
  buttons,
  children,
  result,
  ...dialog
}: FormDialogProps) {
  const { id, problems, isBusy, isLeaving } = form;
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={form.leave}
      footer={
        <>
          {buttons && <span className={styles.buttons}>{buttons}</span>}
          <Button onClick={form.leave}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} busy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate autoComplete="off" onSubmit={form.submit}>
        {children}
        {problems.all && <Notice status="failed" title={problems.all} alert className={styles.refusal} />}
        {result}
      </form>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={form.stay}
        title="Discard changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={form.discard}
      >
        <p>{discardText}</p>
      </ConfirmDialog>
    </Dialog>
  );
}
