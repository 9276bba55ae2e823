'use client';

import { useQuery } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import { clusterEndpoints } from '@/lib/contracts/endpoints/clusters';
import type { WidgetProps } from '../widget-props';
import { TextWidget } from './text';

/** A cluster by name; those of the installation are offered. */
export function ClusterWidget(props: WidgetProps) {
  const { data } = useQuery(queryFor(clusterEndpoints.list, {}));
  const suggestions = data?.clusters.map(({ id }) => id) ?? [];
  return <TextWidget {...props} schema={{ ...props.schema, suggestions }} />;
}
