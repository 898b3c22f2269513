package io.plantgate.web;

import io.plantgate.event.VisibleText;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Refuses query parameters that nobody reads: one written wrongly must not widen what is asked. */
final class KnownParameters implements HandlerInterceptor {

    private static final int NAME_CHARS_MAX = 100;
    private static final String PACKAGE = KnownParameters.class.getPackageName();

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        // An error dispatch still has the parameters of what was refused.
        if (request.getDispatcherType() == DispatcherType.REQUEST
                && handler instanceof HandlerMethod method
                && method.getBeanType().getPackageName().equals(PACKAGE)) {
            Set<String> known = known(method);
            request.getParameterMap().forEach((name, values) -> check(name, values, known));
        }
        return true;
    }

    private static void check(String name, String[] values, Set<String> known) {
        if (!known.contains(name)) {
            throw new InvalidRequestException(VisibleText.of(name, NAME_CHARS_MAX) + ": not known here. "
                    + (known.isEmpty() ? "No parameter is." : "Known are " + String.join(", ", known) + "."));
        }
        if (values.length > 1) {
            throw new InvalidRequestException(name + ": given " + values.length + " times. Give it once.");
        }
        String objection = KeptText.objection(values[0]);
        if (objection != null) {
            throw new InvalidRequestException(name + ": " + objection);
        }
    }

    private static Set<String> known(HandlerMethod method) {
        return Arrays.stream(method.getMethod().getParameters())
                .filter(parameter -> parameter.isAnnotationPresent(RequestParam.class))
                .map(KnownParameters::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String name(Parameter parameter) {
        String own = parameter.getAnnotation(RequestParam.class).name();
        return own.isEmpty() ? parameter.getName() : own;
    }
}
