'use client';

import { useQuery } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import type { WidgetProps } from '../widget-props';
import { TextWidget } from './text';

/** A deployment by its id or name; names of the installation are offered. */
export function DeploymentWidget(props: WidgetProps) {
  const { data } = useQuery(queryFor(deploymentEndpoints.list, {}));
  const suggestions = data?.deployments.map(({ name }) => name) ?? [];
  return <TextWidget {...props} schema={{ ...props.schema, suggestions }} />;
}
