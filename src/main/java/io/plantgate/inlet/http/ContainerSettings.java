package io.plantgate.inlet.http;

import org.apache.catalina.Context;
import org.apache.catalina.Pipeline;
import org.apache.catalina.Valve;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/** What Tomcat must do otherwise than it does by itself, after Spring Boot's own settings. */
final class ContainerSettings implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.setProtocol(SteadyHttpProtocol.class.getName());
        factory.addEngineValves(new UnreadBodies());
        factory.addContextCustomizers(ContainerSettings::reportProblems);
    }

    private static void reportProblems(Context context) {
        Pipeline pipeline = context.getParent().getPipeline();
        for (Valve valve : pipeline.getValves()) {
            if (valve instanceof ErrorReportValve) {
                pipeline.removeValve(valve);
            }
        }
        pipeline.addValve(new ProblemReport());
        // Else the host would add its own at its start.
        ((StandardHost) context.getParent()).setErrorReportValveClass(ProblemReport.class.getName());
    }
}
