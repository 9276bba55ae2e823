{{/*
A Deployment of one component, with its budget, autoscaler, Service and NetworkPolicy.
Takes a dict: "root", "component", its "values", "command", "env" (further variables, as a list), "isServer".
*/}}
{{- define "pipewright.workload" -}}
{{- $name := printf "%s-%s" (include "pipewright.fullname" .root) .component -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}
  labels:
    {{- include "pipewright.labels" . | nindent 4 }}
spec:
  {{- if not .values.autoscaling.enabled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  # A new pod is ready before an old one ends.
  strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
  selector:
    matchLabels:
      {{- include "pipewright.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "pipewright.labels" . | nindent 8 }}
      {{- if or .values.podAnnotations .root.Values.kubernetesFile }}
      annotations:
        {{- with .root.Values.kubernetesFile }}
        # Processes read the file when they start.
        checksum/kubernetes-file: {{ toJson . | sha256sum }}
        {{- end }}
        {{- with .values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "pipewright.serviceAccount" .root }}
      automountServiceAccountToken: {{ include "pipewright.needsToken" .root }}
      terminationGracePeriodSeconds: {{ .root.Values.terminationGracePeriodSeconds }}
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        {{- include "pipewright.podSecurity" . | nindent 8 }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "pipewright.selector" . | nindent 14 }}
      containers:
        - name: {{ .component }}
          image: {{ include "pipewright.image" .root | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          command:
            {{- toYaml .command | nindent 12 }}
          env:
            {{- include "pipewright.env" .root | nindent 12 }}
            {{- with .env }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          securityContext:
            {{- include "pipewright.containerSecurity" . | nindent 12 }}
          ports:
            - { name: http, containerPort: 3000, protocol: TCP }
          # Migrations run before the process listens.
          startupProbe:
            {{- include "pipewright.probe" (dict "root" .root "path" "/api/v1/health/live") | nindent 12 }}
            periodSeconds: 2
            failureThreshold: 150
          livenessProbe:
            {{- include "pipewright.probe" (dict "root" .root "path" "/api/v1/health/live") | nindent 12 }}
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            {{- include "pipewright.probe" (dict "root" .root "path" "/api/v1/health/ready") | nindent 12 }}
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 2
          {{- if .isServer }}
          # Load balancers stop sending requests before the pod refuses them.
          lifecycle: { preStop: { sleep: { seconds: 5 } } }
          {{- end }}
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            {{- include "pipewright.volumeMounts" .root | nindent 12 }}
      volumes:
        {{- include "pipewright.volumes" .root | nindent 8 }}
      {{- with .values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- if .isServer }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels:
    {{- include "pipewright.labels" . | nindent 4 }}
  {{- with .values.service.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ .values.service.type }}
  ports:
    - { name: http, port: {{ .values.service.port }}, targetPort: http, protocol: TCP }
  selector:
    {{- include "pipewright.selector" . | nindent 4 }}
{{- end }}
{{- if .values.podDisruptionBudget.enabled }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels:
    {{- include "pipewright.labels" . | nindent 4 }}
spec:
  maxUnavailable: {{ .values.podDisruptionBudget.maxUnavailable }}
  # A pod that is not ready protects nothing.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "pipewright.selector" . | nindent 6 }}
{{- end }}
{{- if .values.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $name }}
  labels:
    {{- include "pipewright.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ $name }} }
  minReplicas: {{ .values.autoscaling.minReplicas }}
  maxReplicas: {{ .values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .values.autoscaling.targetCPUUtilizationPercentage }} }
{{- end }}
{{- if .root.Values.networkPolicy.enabled }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ $name }}
  labels:
    {{- include "pipewright.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "pipewright.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  {{- if .from }}
  ingress:
    - from:
        {{- toYaml .from | nindent 8 }}
      ports:
        - { port: http, protocol: TCP }
  {{- else }}
  ingress: []
  {{- end }}
  egress:
    {{- if .root.Values.networkPolicy.egress }}
    {{- toYaml .root.Values.networkPolicy.egress | nindent 4 }}
    {{- else }}
    # Pipelines call what EGRESS_MODE allows; credentials of the cloud are behind these addresses.
    - to:
        - namespaceSelector: {}
        - ipBlock: { cidr: 0.0.0.0/0, except: [169.254.169.254/32] }
        - ipBlock: { cidr: "::/0", except: ["fd00:ec2::254/128"] }
    {{- end }}
{{- end }}
{{- end -}}
