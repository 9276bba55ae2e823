'use client';

import { use, useState } from 'react';
import { ValueLinksContext } from '@/components/json-tree/value-links';
import type { Form, Shape } from './forms';
import { useRememberedForm } from './remembered-forms';

/** The form in which an output is shown: a tree where a link names a part of it, until another one is chosen. */
export function useForm(shape: Shape, base: string): readonly [form: Form, set: (form: Form) => void] {
  const [remembered, remember] = useRememberedForm(base);
  const pointer = use(ValueLinksContext)?.pointer;
  const [chosenAt, setChosenAt] = useState<string>();
  const usual = shape.forms.find((each) => each === remembered) ?? shape.first;
  const isLinked = pointer !== undefined && pointer !== chosenAt && shape.forms.includes('tree');
  return [
    isLinked ? 'tree' : usual,
    (form) => {
      setChosenAt(pointer);
      remember(form);
    },
  ];
}
