{{- define "pipewright.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "pipewright.image" -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}

{{/* Labels of selectors. Takes a dict of the context "root" and the "component". */}}
{{- define "pipewright.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "pipewright.labels" -}}
{{ include "pipewright.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "pipewright.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "pipewright.fullname" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{/* Whether pods get a token for the API server: only when the chart grants it permissions. */}}
{{- define "pipewright.needsToken" -}}
{{- or .Values.rbac.clusterHealth .Values.rbac.deployments -}}
{{- end -}}

{{/* All host names of requests to web and gateway. */}}
{{- define "pipewright.hosts" -}}
{{- $names := list -}}
{{- range $component := ternary (list "web" "gateway") (list "web") .Values.gateway.enabled -}}
{{- $service := printf "%s-%s" (include "pipewright.fullname" $) $component -}}
{{- $namespaced := printf "%s.%s" $service $.Release.Namespace -}}
{{- $names = concat $names (list $service $namespaced (printf "%s.svc" $namespaced) (printf "%s.svc.cluster.local" $namespaced)) -}}
{{- end -}}
{{- $names = concat $names .Values.ingress.hosts -}}
{{- with .Values.ingress.gatewayHost -}}
{{- $names = append $names . -}}
{{- end -}}
{{- join "," (concat $names .Values.hosts | uniq) -}}
{{- end -}}

{{- define "pipewright.databaseEnv" -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef: { name: {{ .Values.database.existingSecret }}, key: {{ .Values.database.key }} }
{{- end -}}

{{/* The same settings for every process: where web processes differ, the strictest egress applies. */}}
{{- define "pipewright.env" -}}
{{ include "pipewright.databaseEnv" . }}
- name: PIPEWRIGHT_KEY
  valueFrom:
    secretKeyRef: { name: {{ .Values.encryption.existingSecret }}, key: {{ .Values.encryption.key }} }
- { name: PIPEWRIGHT_DATA_DIR, value: /data }
- { name: MODELS_DIR, value: /models }
- { name: HOST, value: 0.0.0.0 }
- { name: PORT, value: "3000" }
- { name: PIPEWRIGHT_HOSTS, value: {{ include "pipewright.hosts" . | quote }} }
- { name: PIPEWRIGHT_ALLOW_UNAUTHENTICATED, value: "1" }
{{- if .Values.kubernetesFile }}
- { name: KUBERNETES_FILE, value: /etc/pipewright/kubernetes.json }
{{- end }}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- range $name, $reference := .Values.secretSettings }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $reference.secret }}, key: {{ $reference.key }} }
{{- end }}
{{- end -}}

{{- define "pipewright.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "pipewright.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* The root file system is read-only; these folders are not. */}}
{{- define "pipewright.volumeMounts" -}}
- { name: data, mountPath: /data }
- { name: models, mountPath: /models }
- { name: tmp, mountPath: /tmp }
- { name: cache, mountPath: /app/node_modules/.cache/pipewright, subPath: programs }
- { name: cache, mountPath: /app/.next/cache, subPath: next }
{{- if .Values.kubernetesFile }}
- { name: kubernetes-file, mountPath: /etc/pipewright, readOnly: true }
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "pipewright.volumes" -}}
- { name: data, emptyDir: { sizeLimit: 1Gi } }
- name: models
{{- if .Values.models.existingClaim }}
  persistentVolumeClaim: { claimName: {{ .Values.models.existingClaim }} }
{{- else }}
  emptyDir: {}
{{- end }}
- { name: tmp, emptyDir: { sizeLimit: 1Gi } }
- { name: cache, emptyDir: { sizeLimit: 512Mi } }
{{- if .Values.kubernetesFile }}
- { name: kubernetes-file, configMap: { name: {{ include "pipewright.fullname" . }}-kubernetes } }
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* A probe over HTTP. Requests need a host name that the process accepts, and the kubelet sends the address of the pod. */}}
{{- define "pipewright.probe" -}}
httpGet:
  path: {{ .path }}
  port: http
  httpHeaders:
    - { name: Host, value: {{ include "pipewright.fullname" .root }}-web }
{{- end -}}
