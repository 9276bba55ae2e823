'use client';

import { useClusterNames } from '../cluster-names';
import type { WidgetProps } from '../widget-props';
import { TextWidget } from './text';

/** A cluster by name; those of the installation are offered. */
export function ClusterWidget(props: WidgetProps) {
  const names = useClusterNames();
  return <TextWidget {...props} schema={{ ...props.schema, suggestions: [...names] }} />;
}
